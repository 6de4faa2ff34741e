-- The application changes what an account holds, never whose it is: a server that was taken over can't give an account, its number or its
-- kind to somebody else, not even for one transaction. One transaction for both statements: no server is without the right in between.
-- contract: unused since 0.1.0
revoke update on accounts from openteller_app;
grant update (balance, held, posting_number, posting_head, event_number, audit_number, audit_head, pin_hash, pin_attempts, pin_set_at,
  code_hash, code_expires_at, code_attempts, code_description, credentials_changed_at, closed_at, name, goal, limit_own, limit_next,
  limit_next_at, limit_staff) on accounts to openteller_app;
