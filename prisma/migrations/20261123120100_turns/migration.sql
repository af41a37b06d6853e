-- A turn is one decision that a match waits for, counted from 0 over all rounds. Until now every turn was a round of its own: rounds are copied.
ALTER TABLE "match" ADD COLUMN "turn" INTEGER NOT NULL DEFAULT 0;
UPDATE "match" SET "turn" = "round" WHERE "round" <> 0;
ALTER TABLE "match" RENAME COLUMN "delay_rounds" TO "delay_turns";

-- Who missed the last turn, and which one that was.
ALTER TABLE "match" ADD COLUMN "missed" JSONB;
UPDATE "match" SET "missed" = jsonb_build_object('turn', GREATEST("round" - 1, 0), 'seats', "silent") WHERE "silent" <> '[]';
ALTER TABLE "match" DROP COLUMN "silent";

ALTER TABLE "match_turn" RENAME COLUMN "round_index" TO "turn";
UPDATE "match_turn" SET "answer" = ("answer"::jsonb - 'round_index' || jsonb_build_object('turn', "answer"::jsonb -> 'round_index'))::json
  WHERE "answer"::jsonb ? 'round_index';

ALTER TABLE "table_note" ADD COLUMN "turn" INTEGER NOT NULL DEFAULT 0;
UPDATE "table_note" SET "turn" = "round" WHERE "round" <> 0;

-- What an agent did is called what it is, so that the turn can be called turn. One seat may have several turns in a round.
ALTER TABLE "agent_turn" RENAME COLUMN "turn" TO "report";
ALTER TABLE "agent_turn" ADD COLUMN "turn" INTEGER NOT NULL DEFAULT 0;
UPDATE "agent_turn" SET "turn" = "round" WHERE "round" <> 0;
ALTER TABLE "agent_turn" DROP CONSTRAINT "agent_turn_pkey", ADD CONSTRAINT "agent_turn_pkey" PRIMARY KEY ("match_id", "seat", "turn");
ALTER TABLE "agent_turn" ALTER COLUMN "turn" DROP DEFAULT;
