-- What calls of language models have used of budgets, by the process that counted them.
CREATE TABLE "model_spending" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "writer" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "held" DOUBLE PRECISION NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "dollars" DOUBLE PRECISION NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_spending_pkey" PRIMARY KEY ("kind", "name", "writer")
);
