-- What the payer wrote for the payee (decision 125). Null: nothing.
alter table transactions add column message text;
