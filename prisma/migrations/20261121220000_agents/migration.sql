-- CreateTable
CREATE TABLE "agent" (
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "licence" TEXT NOT NULL,
    "plays" JSONB NOT NULL,
    "spec" JSON NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired" BOOLEAN NOT NULL DEFAULT false,
    "trusted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("name","version")
);

-- CreateTable
CREATE TABLE "agent_turn" (
    "match_id" TEXT NOT NULL,
    "seat" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "agent" TEXT NOT NULL,
    "turn" JSON NOT NULL,
    "prompt" JSON,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_turn_pkey" PRIMARY KEY ("match_id","seat","round")
);

-- CreateIndex
CREATE INDEX "agent_turn_agent_at_idx" ON "agent_turn"("agent", "at");
