alter table orders validate constraint opened_as_placed;
