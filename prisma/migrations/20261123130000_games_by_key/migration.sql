-- A game is named by its key (`gpu-market/open`); the version says under which of its rules a match was started.

UPDATE "match" SET "game" = "game" || '/' || "ruleset";
DROP INDEX "match_ruleset_task_created_at_idx";
ALTER TABLE "match" DROP COLUMN "ruleset";
ALTER TABLE "match" RENAME COLUMN "ruleset_version" TO "game_version";
CREATE INDEX "match_game_task_created_at_idx" ON "match"("game", "task", "created_at");

-- Reports so far were of one family alone.
UPDATE "eval_run" SET "ruleset" = 'gpu-market/' || "ruleset";
ALTER TABLE "eval_run" RENAME COLUMN "ruleset" TO "game";
ALTER INDEX "eval_run_ruleset_created_at_idx" RENAME TO "eval_run_game_created_at_idx";
