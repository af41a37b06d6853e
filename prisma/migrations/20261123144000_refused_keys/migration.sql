-- Programs that refused their key when they were last asked: whichever process asked, all of them say that the agent is not ready.
CREATE TABLE "agent_refusal" (
    "digest" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_refusal_pkey" PRIMARY KEY ("digest")
);
