-- Without a transaction. The same for decided ones: each vote asks.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "duel_decided" ON "duel"("voted_at" DESC, "id") WHERE "choice" IS NOT NULL;
