-- Web processes of this database, for the operator: each signs here every few seconds.
CREATE TABLE "server_process" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "memory_bytes" BIGINT NOT NULL,
    "sockets" INTEGER NOT NULL,
    "matches" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "server_process_pkey" PRIMARY KEY ("id")
);

-- Turns that were taken, by who took them. Every process adds what it has counted.
CREATE TABLE "turn_tally" (
    "kind" TEXT NOT NULL,
    "backend" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "turns" BIGINT NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "turn_tally_pkey" PRIMARY KEY ("kind", "backend", "origin")
);
