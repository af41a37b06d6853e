-- CreateTable
CREATE TABLE "panel" (
    "match_id" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "panel_pkey" PRIMARY KEY ("match_id")
);

-- CreateTable
CREATE TABLE "panel_judge" (
    "match_id" TEXT NOT NULL,
    "judge" TEXT NOT NULL,
    "name" TEXT,
    "order_seed" TEXT NOT NULL,
    "invited_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "panel_judge_pkey" PRIMARY KEY ("match_id","judge")
);

-- CreateTable
CREATE TABLE "panel_sheet" (
    "match_id" TEXT NOT NULL,
    "judge" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "scores" JSONB NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revised_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),

    CONSTRAINT "panel_sheet_pkey" PRIMARY KEY ("match_id","judge","round")
);

-- CreateTable
CREATE TABLE "duel" (
    "id" TEXT NOT NULL,
    "voter" TEXT NOT NULL,
    "pair" TEXT NOT NULL,
    "left_pitch" TEXT NOT NULL,
    "right_pitch" TEXT NOT NULL,
    "left_player" TEXT NOT NULL,
    "right_player" TEXT NOT NULL,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "choice" TEXT,
    "voted_at" TIMESTAMPTZ(3),

    CONSTRAINT "duel_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "duel_voter_pair_key" ON "duel"("voter", "pair");

-- CreateIndex
CREATE INDEX "duel_choice_idx" ON "duel"("choice");

-- Pitches of all matches are drawn from; there are few among many events.
CREATE INDEX "match_event_pitches" ON "match_event"("match_id", "seq") WHERE "type" = 'pitches_judged';
