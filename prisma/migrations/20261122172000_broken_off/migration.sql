-- Whoever looks after tournaments asks every other second for matches that cancelling has left open.
CREATE INDEX "tournament_fixture_broken_off" ON "tournament_fixture"("match_id") WHERE "status" = 'cancelled' AND "started_at" IS NOT NULL;
