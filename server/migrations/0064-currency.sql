-- Until now every bank kept its accounts in US dollars. One that has been started fixes them as its currency; the first start
-- of a new bank writes its own.
insert into bank_facts (name, value)
select 'currency', 'USD' where exists (select from bank_facts where name = 'time_zone')
on conflict (name) do nothing;
