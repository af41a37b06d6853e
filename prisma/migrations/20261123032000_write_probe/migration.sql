-- What /api/health writes to see whether the database still can. PLAIN: a row fills a page, so that each write asks the disk for space.
CREATE TABLE "write_probe" (
    "id" BIGSERIAL NOT NULL,
    "filler" BYTEA NOT NULL,

    CONSTRAINT "write_probe_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "write_probe" ALTER COLUMN "filler" SET STORAGE PLAIN;
