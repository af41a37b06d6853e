-- What several web processes on one database have to agree on.

-- Who keeps what can only be in one place: exports, sessions, inference workers. Whoever holds the row renews it.
CREATE TABLE "web_hub" (
    "name" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "web_hub_pkey" PRIMARY KEY ("name")
);

-- Keys that processes of one database show each other.
CREATE TABLE "web_key" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "web_key_pkey" PRIMARY KEY ("name")
);

-- How many watch a match at each process.
CREATE TABLE "web_watchers" (
    "match_id" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "web_watchers_pkey" PRIMARY KEY ("match_id", "process")
);

-- Benchmarks and reports that are being computed, or were a moment ago.
CREATE TABLE "eval_progress" (
    "id" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "fault" TEXT,
    "process" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "eval_progress_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "eval_progress_what_status_idx" ON "eval_progress"("what", "status");
