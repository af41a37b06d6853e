import { defineConfig } from 'prisma/config';

// Used by `npm run prisma` alone; the program itself connects by src/store/database.ts.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://nobody@127.0.0.1:1/none' },
});
