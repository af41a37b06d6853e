-- As the game wrote it, key by key: the opening of each match is made of it, and its text is part of the log's hash.
ALTER TABLE "series" ALTER COLUMN "config" TYPE JSON USING "config"::json;
