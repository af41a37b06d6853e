-- Whom a match's guards bind. Matches that say nothing keep to their game.
ALTER TABLE "match" ADD COLUMN "guards" TEXT;
