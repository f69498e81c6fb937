alter table orders validate constraint orders_end_cause_check;
