-- A branch in which one move of its origin is another.
ALTER TABLE "match" ADD COLUMN "replaced" JSONB;
