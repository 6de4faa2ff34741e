-- What each transfer of the order says to the payee (decision 125). Null: nothing.
alter table orders add column message text;
grant update (message) on orders to openteller_app;
