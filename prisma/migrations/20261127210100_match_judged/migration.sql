-- Without a transaction. Matches whose pitches somebody may compare: newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "match_judged" ON "match"("created_at" DESC, "id") WHERE "status" = 'finished' AND "judge_mode" <> 'off';
