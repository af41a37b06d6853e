-- DropIndex
DROP INDEX "match_season_id_season_index_key";

-- AlterTable
ALTER TABLE "match" ADD COLUMN     "season_play" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "tournament" (
    "id" TEXT NOT NULL,
    "plan" JSON NOT NULL,
    "status" TEXT NOT NULL,
    "stages" INTEGER NOT NULL,
    "entrants" JSON NOT NULL,
    "season_id" TEXT,
    "code" TEXT NOT NULL,
    "fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "tournament_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tournament_fixture" (
    "tournament_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "stage" INTEGER NOT NULL,
    "task" TEXT NOT NULL,
    "world" INTEGER NOT NULL,
    "meeting" TEXT NOT NULL,
    "rotation" INTEGER NOT NULL,
    "seats" JSON NOT NULL,
    "match_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT,
    "result" JSON,
    "worker" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "tournament_fixture_pkey" PRIMARY KEY ("tournament_id","place")
);

-- CreateTable
CREATE TABLE "tournament_worker" (
    "id" TEXT NOT NULL,
    "takers" TEXT[],
    "slots" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tournament_worker_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tournament_season_id_key" ON "tournament"("season_id");

-- CreateIndex
CREATE INDEX "tournament_status_idx" ON "tournament"("status");

-- CreateIndex
CREATE INDEX "tournament_created_at_id_idx" ON "tournament"("created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "tournament_fixture_match_id_key" ON "tournament_fixture"("match_id");

-- CreateIndex
CREATE INDEX "tournament_fixture_tournament_id_status_idx" ON "tournament_fixture"("tournament_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "match_season_id_season_index_season_play_key" ON "match"("season_id", "season_index", "season_play");

-- AddForeignKey
ALTER TABLE "tournament_fixture" ADD CONSTRAINT "tournament_fixture_tournament_id_fkey" FOREIGN KEY ("tournament_id") REFERENCES "tournament"("id") ON DELETE CASCADE ON UPDATE CASCADE;


