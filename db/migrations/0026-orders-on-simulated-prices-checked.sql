alter table orders validate constraint orders_end_cause_check;
alter table notices validate constraint notices_reason_check;
