-- Datasets read finished matches in the order in which they ended.
CREATE INDEX "match_finished" ON "match"("finished_at", "id") WHERE "status" = 'finished';
