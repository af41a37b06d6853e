-- Without a transaction. Duels that nobody has decided, newest first: each new one asks which are too many.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "duel_open" ON "duel"("drawn_at" DESC, "id") WHERE "choice" IS NULL;
