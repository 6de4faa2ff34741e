import type { Bug } from './bug.ts'

const CLOSING = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
const DAY_MS = 86_400_000

/** A server with a wrong clock books so, where the database's own rule is missing. */
export const closedPeriodBooked: Bug = {
  title: 'Money that staff add is booked into a closed period',
  caughtBy: ['invariants'],
  says: /closed period/,
  needs: { kind: 'fund', count: 1 },
  decide: (decide) => (state, command) => {
    const { outcome, effects } = decide(state, command)
    if (command.kind !== 'fund' || command.actor.kind === 'system') return { outcome, effects }
    const early = effects.map((effect) => {
      if ((effect.kind !== 'open' && effect.kind !== 'post') || !effect.transaction.bookedAt) return effect
      const bookedAt = new Date(effect.transaction.bookedAt.getTime() - 40 * DAY_MS)
      return { ...effect, transaction: { ...effect.transaction, bookedAt } }
    })
    return { outcome, effects: early }
  },
  statement: `
    alter table postings disable row level security;
    alter table closings drop constraint closings_id_fkey, drop constraint closings_closed_by_fkey;
    insert into closings (id, until, ends_at, locale, checklist, closed_by, closed_at)
    values ('${CLOSING}', (now() - interval '30 days')::date, now() - interval '30 days', 'en', '{}', '${CLOSING}', now());
    insert into closing_sums (closing_id, debit, credit, amount) values ('${CLOSING}', 'none', 'none', 0)`,
}
