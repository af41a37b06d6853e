-- Without a transaction. Boards read only these.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tournament_rated" ON "tournament"("created_at", "id") WHERE ("plan" ->> 'kind') = 'rated';
