import type { Bug } from './bug.ts'

/** Each run pays the first wire of the run before once more, and counts it. */
export const paidTwice: Bug = {
  title: 'A payment run pays a wire of an earlier run again',
  caughtBy: ['payment runs'],
  says: /is in the payment runs/,
  needs: { kind: 'payment run', count: 6 },
  statement: `
    alter table run_payments drop constraint run_payments_transaction_id_key;
    create function pay_again() returns trigger language plpgsql security definer as $$
    begin
      insert into run_payments
      select new.id, new.count + 1, transaction_id, line_id, end_to_end_id, p.amount, payer_name, party_name, party_account, party_bank,
        party_iban, party_swift, remittance
      from run_payments p join payment_runs r on r.id = p.run_id where r.number = new.number - 1 and p.place = 1;
      if found then
        update payment_runs set count = count + 1, total = total + (
          select amount from run_payments where run_id = new.id and place = new.count + 1) where id = new.id;
      end if;
      return null;
    end $$;
    create trigger pay_again after insert on payment_runs for each row execute function pay_again()`,
}
