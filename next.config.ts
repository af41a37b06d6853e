import type { NextConfig } from 'next';

const here = import.meta.dirname;

/** Addresses of earlier versions and where their screens are now; the query goes along. Nothing that was ever shared may lead nowhere. */
const MOVED: Readonly<Record<string, string>> = {
  '/matches': '/watch',
  '/duels': '/watch/duels',
  '/compare': '/watch/compare',
  '/new': '/play/bots',
  '/table/new': '/play/people',
  // The table of a match that has begun is a drawer of its page; before that its page is the lobby.
  '/table/:id': '/matches/:id?panel=table',
  '/matches/:id/seat/:seat': '/matches/:id?seat=:seat',
  '/leaderboard': '/rankings',
  '/tournaments': '/rankings/tournaments',
  '/tournaments/:id': '/rankings/tournaments/:id',
  '/benchmark': '/rankings/benchmark',
  '/reports': '/rankings/reports',
  '/reports/:id': '/rankings/reports/:id',
  '/inference': '/agents/inference',
  '/owners': '/agents/owners',
  '/doors': '/data/connect',
};

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // Types are the business of `npm run types`; a first start should not wait for them.
  typescript: { ignoreBuildErrors: true },
  // Nothing here scales images: its service for that stays closed.
  images: { unoptimized: true },
  // Else Next takes the topmost lockfile it finds above this folder for the root.
  turbopack: { root: here },
  outputFileTracingRoot: here,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  async redirects() {
    return Object.entries(MOVED).map(([source, destination]) => ({ source, destination, permanent: true }));
  },
};

export default config;
