-- Browsers that showed the operator's token: of each session the hash alone, keyed by that token.
CREATE TABLE "operator_session" (
    "hash" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_session_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "operator_session_until_idx" ON "operator_session" ("until");
