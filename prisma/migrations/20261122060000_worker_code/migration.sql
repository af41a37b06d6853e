-- Which code a process plays tournaments with.
ALTER TABLE "tournament_worker" ADD COLUMN "code" TEXT;
