import type { NextConfig } from 'next';

const here = import.meta.dirname;

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // Types are the business of `npm run types`; a first start should not wait for them.
  typescript: { ignoreBuildErrors: true },
  // Else Next takes the topmost lockfile it finds above this folder for the root.
  turbopack: { root: here },
  outputFileTracingRoot: here,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
};

export default config;
