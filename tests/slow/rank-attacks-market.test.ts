import { proveAttacks } from './support/rank-attacks';

proveAttacks('market_round', { 'two spoilers of everybody else': 2, 'two spoilers of one rival': 3 });
