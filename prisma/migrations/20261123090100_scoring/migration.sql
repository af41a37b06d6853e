-- AlterTable
ALTER TABLE "tournament_fixture" ADD COLUMN "played" JSON,
ADD COLUMN "world_key" TEXT;

-- CreateTable
CREATE TABLE "tournament_world" (
    "key" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bounds" JSON,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "solved_at" TIMESTAMPTZ(3),

    CONSTRAINT "tournament_world_pkey" PRIMARY KEY ("key")
);

-- Few wait for their scores at a time: whoever looks for them does not read the others. Prisma's schema has no word for a part of a table.
CREATE INDEX "tournament_fixture_scoring" ON "tournament_fixture" ("world_key", "tournament_id", "place") WHERE "status" = 'scoring';

-- Worlds that are still to be solved.
CREATE INDEX "tournament_world_open" ON "tournament_world" ("size", "asked_at") WHERE "bounds" IS NULL;
