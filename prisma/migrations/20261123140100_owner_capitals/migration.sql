-- The key of the name in capitals: it is worked out where the names are compared, so owners of before get theirs when one is next looked for.
ALTER TABLE "owner" ADD COLUMN "key_capitals" TEXT;

CREATE UNIQUE INDEX "owner_key_capitals_key" ON "owner"("key_capitals");
