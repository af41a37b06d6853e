-- Web processes tell each other their watchers through Socket.IO's adapter; Operations shows the sum of each.
ALTER TABLE "server_process" ADD COLUMN "watchers" INTEGER NOT NULL DEFAULT 0;
DROP TABLE "web_watchers";
