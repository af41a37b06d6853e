-- Duels were stored with a seat's last occupant. Where a seat changed hands, they now name whoever gave that round's turn.
-- The same rule as in src/match/table/seat-players.ts.
WITH "side" AS (
    SELECT "id", 'left' AS "side", split_part("left_pitch", ' ', 1) AS "match_id", substring("left_pitch" FROM ' (\d{1,9}) ')::INTEGER AS "round",
        split_part("left_pitch", ' ', 3) AS "seat" FROM "duel"
    UNION ALL
    SELECT "id", 'right', split_part("right_pitch", ' ', 1), substring("right_pitch" FROM ' (\d{1,9}) ')::INTEGER, split_part("right_pitch", ' ', 3)
    FROM "duel"
), "change" AS (
    SELECT note."match_id", note."seat", note."id", note."kind", note."name", note."detail",
        note."round" + EXISTS (
            SELECT FROM "match_event" event
            WHERE event."match_id" = note."match_id" AND event."type" = 'turn_taken' AND event."recorded_at" <= note."at"
                -- as text: a member of JSON cannot be asked for where a text in it holds a NUL
                AND starts_with(event."payload"::TEXT, '{"type":"turn_taken","lab_id":"' || note."seat" || '","round_index":' || note."round" || ',')
        )::INTEGER AS "round",
        (
            SELECT CASE WHEN before."kind" = 'joined' AND before."detail" = 'program' THEN 'programs'
                WHEN before."kind" IN ('joined', 'kept') THEN 'people' END
            FROM "table_note" before
            WHERE before."match_id" = note."match_id" AND before."seat" = note."seat" AND before."id" < note."id"
                AND before."kind" IN ('joined', 'kept', 'left', 'removed')
            ORDER BY before."id" DESC LIMIT 1
        ) AS "holder"
    FROM "table_note" note
    WHERE note."kind" IN ('handed_over', 'taken_back', 'replaced', 'left', 'removed') AND note."seat" IS NOT NULL
        AND note."match_id" IN (SELECT "match_id" FROM "side")
        AND NOT EXISTS (
            SELECT FROM "table_note" started
            WHERE started."match_id" = note."match_id" AND started."kind" = 'started' AND started."id" > note."id"
        )
), "giver" AS (
    SELECT "side"."id", "side"."side", coalesce(
        (
            SELECT CASE "change"."kind" WHEN 'handed_over' THEN coalesce("change"."detail", 'house')
                WHEN 'replaced' THEN coalesce("change"."detail", 'house')
                WHEN 'taken_back' THEN coalesce("change"."holder", 'house') ELSE 'house' END
            FROM "change"
            WHERE "change"."match_id" = "side"."match_id" AND "change"."seat" = "side"."seat" AND "change"."round" <= "side"."round"
            ORDER BY "change"."id" DESC LIMIT 1
        ),
        (
            SELECT coalesce("change"."holder", "change"."name", 'house') FROM "change"
            WHERE "change"."match_id" = "side"."match_id" AND "change"."seat" = "side"."seat"
            ORDER BY "change"."id" LIMIT 1
        )
    ) AS "kind"
    FROM "side"
)
UPDATE "duel" SET
    "left_player" = coalesce((SELECT "kind" FROM "giver" WHERE "giver"."id" = "duel"."id" AND "giver"."side" = 'left'), "left_player"),
    "right_player" = coalesce((SELECT "kind" FROM "giver" WHERE "giver"."id" = "duel"."id" AND "giver"."side" = 'right'), "right_player")
WHERE EXISTS (SELECT FROM "giver" WHERE "giver"."id" = "duel"."id" AND "giver"."kind" IS NOT NULL);
