-- People in a series: each of its matches is a table with this clock.
ALTER TABLE "series" ADD COLUMN "clock_seconds" DOUBLE PRECISION;
