/** How much of the database server this process may use. */
export interface DatabaseLimits {
  /** Connections of the pool. */
  poolSize: number;
  /** Timeout of a pooled query. */
  queryMs: number;
  /** Timeout of long queries: migrations, maintenance, exports. */
  longQueryMs: number;
  /** Another server that follows the database, for reads that may be some time old. Absent: there is none. */
  replica?: { url: string; mostMs: number };
}
