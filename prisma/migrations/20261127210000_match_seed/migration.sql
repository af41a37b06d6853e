-- Without a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "match_seed_idx" ON "match"("seed");
