import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '~/api/router';

/** Stored reports of `mandi eval`, as the API gives them. */
export type Reports = inferRouterOutputs<AppRouter>['benchmark']['latest']['reports'];
export type Report = Reports[number];
