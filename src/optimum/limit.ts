/** So long a solve may take; where it strikes, the bound takes the optimum's place. */
export const LIMIT_SECONDS = 10;
