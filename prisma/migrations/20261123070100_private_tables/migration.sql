-- AlterTable
ALTER TABLE "match" ADD COLUMN     "is_private" BOOLEAN NOT NULL DEFAULT false;
