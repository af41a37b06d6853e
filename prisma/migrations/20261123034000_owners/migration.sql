-- CreateTable
CREATE TABLE "owner" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_written" TEXT NOT NULL,
    "key_folded" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "owner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owned_agent" (
    "agent" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "owned_agent_pkey" PRIMARY KEY ("agent")
);

-- CreateIndex
CREATE UNIQUE INDEX "owner_key_written_key" ON "owner"("key_written");

-- CreateIndex
CREATE UNIQUE INDEX "owner_key_folded_key" ON "owner"("key_folded");

-- CreateIndex
CREATE INDEX "owned_agent_owner_id_idx" ON "owned_agent"("owner_id");

-- AddForeignKey
ALTER TABLE "owned_agent" ADD CONSTRAINT "owned_agent_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
