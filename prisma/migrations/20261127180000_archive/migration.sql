-- Parquet files that hold what has left the tables.
CREATE TABLE "archive_file" (
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "archive_file_pkey" PRIMARY KEY ("name")
);

-- Files that no match refers to: one is being written, or its matches were removed. The next run deletes them.
CREATE TABLE "archive_draft" (
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "archive_draft_pkey" PRIMARY KEY ("name")
);

-- Where a match's events, turns and receipts are that have left the tables.
CREATE TABLE "match_archive" (
    "match_id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "first_row" INTEGER NOT NULL,
    "events" INTEGER NOT NULL,
    "turns" INTEGER NOT NULL,
    "receipts" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "types" TEXT[],
    "spent" JSONB,
    "archived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "match_archive_pkey" PRIMARY KEY ("match_id")
);

CREATE INDEX "match_archive_file_idx" ON "match_archive"("file");

ALTER TABLE "match_archive" ADD CONSTRAINT "match_archive_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "match"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "match_archive" ADD CONSTRAINT "match_archive_file_fkey" FOREIGN KEY ("file") REFERENCES "archive_file"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The last run of what keeps the database small, by its name: `archive`, `prune`.
CREATE TABLE "upkeep" (
    "name" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "matches" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT,

    CONSTRAINT "upkeep_pkey" PRIMARY KEY ("name")
);
