-- An order at market is opened by what it was placed on, and by nothing else. Whoever reads a million of them at a start need
-- not read it twice. What is there already is looked at by the next step, for which nobody has to wait.
alter table orders add constraint opened_as_placed check (kind <> 'market' or opened = placed) not valid;
