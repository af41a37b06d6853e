-- CreateTable
CREATE TABLE "openenv_call" (
    "session_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "call" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "openenv_call_pkey" PRIMARY KEY ("session_id", "place")
);

-- CreateIndex
CREATE INDEX "openenv_call_at_idx" ON "openenv_call"("at");
