-- AlterTable
ALTER TABLE "match" ADD COLUMN     "clock_seconds" DOUBLE PRECISION,
ADD COLUMN     "deadline" TIMESTAMPTZ(3),
ADD COLUMN     "delay_rounds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "hosted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "origin_id" TEXT,
ADD COLUMN     "origin_seq" INTEGER,
ADD COLUMN     "rated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "remaining_ms" INTEGER,
ADD COLUMN     "season_id" TEXT,
ADD COLUMN     "season_index" INTEGER,
ADD COLUMN     "silent" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "match_command" ADD COLUMN     "detail" JSON;

-- CreateTable
CREATE TABLE "match_turn" (
    "id" BIGSERIAL NOT NULL,
    "match_id" TEXT NOT NULL,
    "seat" TEXT NOT NULL,
    "round_index" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" JSON,
    "answered_at" TIMESTAMPTZ(3),
    "waiting" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "match_turn_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "table_token" (
    "token_hash" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "seat" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "table_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "table_link" (
    "code_hash" TEXT NOT NULL,
    "match_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "seat" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "table_link_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "table_note" (
    "id" BIGSERIAL NOT NULL,
    "match_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "round" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "seat" TEXT,
    "name" TEXT,
    "detail" TEXT,

    CONSTRAINT "table_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "table_presence" (
    "match_id" TEXT NOT NULL,
    "seat" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "table_presence_pkey" PRIMARY KEY ("match_id","seat","process")
);

-- CreateTable
CREATE TABLE "season" (
    "id" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "season_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "match_turn_match_id_waiting_id_idx" ON "match_turn"("match_id", "waiting", "id");

-- CreateIndex
CREATE UNIQUE INDEX "match_turn_match_id_seat_key_key" ON "match_turn"("match_id", "seat", "key");

-- CreateIndex
CREATE INDEX "table_token_match_id_role_seat_idx" ON "table_token"("match_id", "role", "seat");

-- CreateIndex
CREATE INDEX "table_link_match_id_role_seat_idx" ON "table_link"("match_id", "role", "seat");

-- CreateIndex
CREATE INDEX "table_note_match_id_id_idx" ON "table_note"("match_id", "id");

-- CreateIndex
CREATE INDEX "table_presence_process_idx" ON "table_presence"("process");

-- CreateIndex
CREATE UNIQUE INDEX "match_season_id_season_index_key" ON "match"("season_id", "season_index");


