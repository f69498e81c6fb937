-- Tables that only grow are vacuumed after a fixed number of new rows instead of a share of the table, and their rows are
-- frozen at once. Otherwise the work would come ever more rarely and all at once, and one day for the whole table.
alter table journal set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500000,
  autovacuum_freeze_min_age = 0
);
alter table transfers set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500000,
  autovacuum_freeze_min_age = 0
);
alter table notices set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500000,
  autovacuum_freeze_min_age = 0
);

-- An order changes a few times until it ends. Removing the old versions reads the indexes, so a small share is left.
alter table orders set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500000
);
