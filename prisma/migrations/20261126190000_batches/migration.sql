-- Matches of scripts are claimed from here, many at once, and have no job.
ALTER TABLE "tournament_fixture" ADD COLUMN "in_batches" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "tournament_fixture_in_batches" ON "tournament_fixture"("tournament_id", "place") WHERE "in_batches" AND "status" = 'waiting';
