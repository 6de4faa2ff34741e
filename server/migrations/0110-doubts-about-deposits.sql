-- Whether staff who approved a deposit said that it is other money than what was credited for statement entries. Null: they were not
-- asked, because it is no bank transfer, an entry approved it, or it was decided before this was asked.
alter table transactions add column if not exists doubt_confirmed boolean;
