import { costlyProcedure, router } from '../trpc';
import { catalogOverview } from './service';
import type { CatalogOverview } from './types';

export const catalogRouter = router({
  overview: costlyProcedure.query(({ ctx }): CatalogOverview => catalogOverview(ctx.shared.version)),
});
