-- Several matches that count as one.
CREATE TABLE "series" (
    "id" TEXT NOT NULL,
    "game" TEXT NOT NULL,
    "game_version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "players" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "scores" JSONB,
    "fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "series_status_created_at_idx" ON "series"("status", "created_at");

ALTER TABLE "match" ADD COLUMN "series_id" TEXT,
ADD COLUMN "series_place" INTEGER,
ADD COLUMN "series_sealed" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX "match_series_id_series_place_key" ON "match"("series_id", "series_place");
