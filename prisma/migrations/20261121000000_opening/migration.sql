-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "match" (
    "id" TEXT NOT NULL,
    "game" TEXT NOT NULL,
    "ruleset" TEXT NOT NULL,
    "ruleset_version" INTEGER NOT NULL,
    "task" TEXT NOT NULL,
    "seed" BIGINT NOT NULL,
    "judge_mode" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "seats" JSONB NOT NULL,
    "visibility" TEXT NOT NULL,
    "pace" DOUBLE PRECISION NOT NULL,
    "status" TEXT NOT NULL,
    "head" INTEGER NOT NULL DEFAULT 0,
    "round" INTEGER NOT NULL DEFAULT 0,
    "rounds" INTEGER NOT NULL,
    "scores" JSONB,
    "showcase" BOOLEAN NOT NULL DEFAULT false,
    "fault" TEXT,
    "lease_owner" TEXT,
    "lease_token" BIGINT NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "match_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "match_event" (
    "match_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "match_event_pkey" PRIMARY KEY ("match_id","seq")
);

-- CreateTable
CREATE TABLE "match_command" (
    "id" BIGSERIAL NOT NULL,
    "match_id" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "match_command_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eval_run" (
    "id" TEXT NOT NULL,
    "ruleset" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "command" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "rows" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "eval_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "match_status_created_at_idx" ON "match"("status", "created_at");

-- CreateIndex
CREATE INDEX "match_created_at_id_idx" ON "match"("created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "match_ruleset_task_created_at_idx" ON "match"("ruleset", "task", "created_at");

-- CreateIndex
CREATE INDEX "match_seats_idx" ON "match" USING GIN ("seats" jsonb_path_ops);

-- CreateIndex
CREATE INDEX "match_command_match_id_id_idx" ON "match_command"("match_id", "id");

-- CreateIndex
CREATE INDEX "eval_run_ruleset_created_at_idx" ON "eval_run"("ruleset", "created_at");

-- AddForeignKey
ALTER TABLE "match_command" ADD CONSTRAINT "match_command_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE CASCADE ON UPDATE CASCADE;

