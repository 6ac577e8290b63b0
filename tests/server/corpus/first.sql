BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id VARCHAR(24) NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	"key" VARCHAR(64), 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	CONSTRAINT events_key UNIQUE (table_id, "key")
);
INSERT INTO "events" VALUES('kaapjukmjhfz',1,1794776322218,NULL,'{"kind":"created","game":"whisper","rules":1,"options":{},"chairs":[{"kind":"person","name":"Ann","bot":"","person":"9qh79s4f8c2q"},{"kind":"open","name":"","bot":"","person":""}],"by":"9qh79s4f8c2q","commitment":"67d4b0ffaf4d8df7e930010da99751578267d7336b34b573dcf856e0b4c80440","entropy":{"0":"00ff"}}');
INSERT INTO "events" VALUES('kaapjukmjhfz',2,1794776322282,NULL,'{"kind":"sat","seat":1,"person":"u2brjspakysb","name":"Ben","entropy":"abcd"}');
INSERT INTO "events" VALUES('kaapjukmjhfz',3,1794776322297,NULL,'{"kind":"began"}');
INSERT INTO "events" VALUES('kaapjukmjhfz',4,1794776322365,NULL,'{"kind":"played","seat":0,"steps":[[0,2,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',5,1794776322451,NULL,'{"kind":"played","seat":1,"steps":[[1,1,0],[-1,21,0],[-1,21,0],[-1,12,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',6,1794776322511,NULL,'{"kind":"said","person":"9qh79s4f8c2q","name":"Ann","text":"hello","seat":0}');
INSERT INTO "events" VALUES('kaapjukmjhfz',7,1794776322535,NULL,'{"kind":"spoke","seat":0,"text":"truce until the first guess"}');
INSERT INTO "events" VALUES('kaapjukmjhfz',8,1794776322596,NULL,'{"kind":"offered","seat":0,"what":"take back","length":2}');
INSERT INTO "events" VALUES('kaapjukmjhfz',9,1794776322665,NULL,'{"kind":"answered","seat":1,"yes":true,"steps":[[-1,21,0],[-1,21,0],[-1,12,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',10,1794776322855,NULL,'{"kind":"played","seat":0,"steps":[[0,30,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',11,1794776323060,NULL,'{"kind":"played","seat":1,"steps":[[1,30,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',12,1794776323211,NULL,'{"kind":"played","seat":0,"steps":[[0,30,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',13,1794776323363,NULL,'{"kind":"played","seat":1,"steps":[[1,30,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',14,1794776323593,NULL,'{"kind":"played","seat":0,"steps":[[0,30,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',15,1794776323760,NULL,'{"kind":"played","seat":1,"steps":[[1,30,0]]}');
INSERT INTO "events" VALUES('kaapjukmjhfz',16,1794776323766,NULL,'{"kind":"revealed","seed":"1e71017b2a1d8d231854a7c1c15888b60cc0834d4935cd2403a303bee749815f"}');
INSERT INTO "events" VALUES('gzz3p82sqwuu',1,1794776323858,NULL,'{"kind":"created","game":"whisper","rules":1,"options":{},"chairs":[{"kind":"person","name":"Ann","bot":"","person":"9qh79s4f8c2q"},{"kind":"open","name":"","bot":"","person":""}],"by":"9qh79s4f8c2q","commitment":"52970398497f5c4fee76da0494f5c975b3eab697f1a46279d9b34c708946ea21","clock":"total:600"}');
INSERT INTO "events" VALUES('gzz3p82sqwuu',2,1794776323934,NULL,'{"kind":"sat","seat":1,"person":"u2brjspakysb","name":"Ben"}');
INSERT INTO "events" VALUES('gzz3p82sqwuu',3,1794776323947,NULL,'{"kind":"began"}');
INSERT INTO "events" VALUES('gzz3p82sqwuu',4,1794776324007,NULL,'{"kind":"played","seat":0,"steps":[[0,2,0]]}');
INSERT INTO "events" VALUES('gzz3p82sqwuu',5,1794776324067,NULL,'{"kind":"ended","ending":"resigns","seat":0}');
INSERT INTO "events" VALUES('gzz3p82sqwuu',6,1794776324084,NULL,'{"kind":"revealed","seed":"e57f2220b8e9377a6d2971de15ee36df8ab309bb5ae61c322e4d34d832ec2506"}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',1,1794776324163,NULL,'{"kind":"created","game":"whisper","rules":1,"options":{"players":3,"generous":true},"chairs":[{"kind":"person","name":"Ann","bot":"","person":"9qh79s4f8c2q"},{"kind":"person","name":"Ann","bot":"","person":"9qh79s4f8c2q"},{"kind":"person","name":"Ann","bot":"","person":"9qh79s4f8c2q"}],"by":"9qh79s4f8c2q","commitment":"5b8895ac504876f331213a5781e801b1f7bbc1cbf139041764f7471c07f6ad67","clock":"per-move:86400","fate":"vote"}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',2,1794776324190,NULL,'{"kind":"began"}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',3,1794776324319,NULL,'{"kind":"played","seat":2,"steps":[[2,0,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',4,1794776324701,NULL,'{"kind":"played","seat":0,"steps":[[0,0,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',5,1794776324912,NULL,'{"kind":"played","seat":1,"steps":[[1,0,0],[-1,20,0],[-1,21,0],[-1,21,0],[-1,11,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',6,1794776325120,NULL,'{"kind":"played","seat":0,"steps":[[0,30,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',7,1794776325336,NULL,'{"kind":"played","seat":1,"steps":[[1,30,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',8,1794776325556,NULL,'{"kind":"played","seat":2,"steps":[[2,30,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',9,1794776325772,NULL,'{"kind":"played","seat":0,"steps":[[0,30,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',10,1794776325976,NULL,'{"kind":"played","seat":1,"steps":[[1,30,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',11,1794776326188,NULL,'{"kind":"played","seat":2,"steps":[[2,30,0]]}');
INSERT INTO "events" VALUES('pfjfyrrm93cq',12,1794776326206,NULL,'{"kind":"revealed","seed":"5e3b40a305d07b8e854e471f97473610f52ea58d6b816509e9411234c9ce1ee5"}');
CREATE TABLE heartbeats (
	process VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (process)
);
CREATE TABLE links (
	token_hash BLOB NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	table_id VARCHAR(24), 
	seat INTEGER, 
	person VARCHAR(24), 
	created BIGINT NOT NULL, 
	expires BIGINT, 
	PRIMARY KEY (token_hash)
);
CREATE TABLE mutes (
	table_id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	muted VARCHAR(24) NOT NULL, 
	PRIMARY KEY (table_id, person, muted)
);
CREATE TABLE outages (
	began BIGINT NOT NULL, 
	ended BIGINT NOT NULL, 
	PRIMARY KEY (began)
);
CREATE TABLE persons (
	id VARCHAR(24) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	login VARCHAR(40), 
	password TEXT, 
	webhook TEXT DEFAULT '' NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (login)
);
INSERT INTO "persons" VALUES('9qh79s4f8c2q','Ann',NULL,NULL,'',1794776322024);
INSERT INTO "persons" VALUES('u2brjspakysb','Ben',NULL,NULL,'',1794776322170);
CREATE TABLE seats (
	table_id VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(person) REFERENCES persons (id)
);
INSERT INTO "seats" VALUES('kaapjukmjhfz',0,'9qh79s4f8c2q');
INSERT INTO "seats" VALUES('kaapjukmjhfz',1,'u2brjspakysb');
INSERT INTO "seats" VALUES('gzz3p82sqwuu',0,'9qh79s4f8c2q');
INSERT INTO "seats" VALUES('gzz3p82sqwuu',1,'u2brjspakysb');
INSERT INTO "seats" VALUES('pfjfyrrm93cq',0,'9qh79s4f8c2q');
INSERT INTO "seats" VALUES('pfjfyrrm93cq',1,'9qh79s4f8c2q');
INSERT INTO "seats" VALUES('pfjfyrrm93cq',2,'9qh79s4f8c2q');
CREATE TABLE seeds (
	table_id VARCHAR(24) NOT NULL, 
	seed BLOB NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "seeds" VALUES('kaapjukmjhfz',X'1E71017B2A1D8D231854A7C1C15888B60CC0834D4935CD2403A303BEE749815F');
INSERT INTO "seeds" VALUES('gzz3p82sqwuu',X'E57F2220B8E9377A6D2971DE15EE36DF8AB309BB5AE61C322E4D34D832EC2506');
INSERT INTO "seeds" VALUES('pfjfyrrm93cq',X'5E3B40A305D07B8E854E471F97473610F52EA58D6B816509E9411234C9CE1EE5');
CREATE TABLE sessions (
	id VARCHAR(24) NOT NULL, 
	token_hash BLOB NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	label VARCHAR(80) DEFAULT '' NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (token_hash), 
	FOREIGN KEY(person) REFERENCES persons (id)
);
CREATE TABLE tables (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules INTEGER NOT NULL, 
	status VARCHAR(12) NOT NULL, 
	listed BOOLEAN NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('kaapjukmjhfz','whisper',1,'over',1,1794776322218,1794776323766);
INSERT INTO "tables" VALUES('gzz3p82sqwuu','whisper',1,'over',1,1794776323858,1794776324084);
INSERT INTO "tables" VALUES('pfjfyrrm93cq','whisper',1,'over',1,1794776324163,1794776326206);
CREATE TABLE watchers (
	table_id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	PRIMARY KEY (table_id, person), 
	FOREIGN KEY(person) REFERENCES persons (id)
);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE INDEX tables_lobby ON tables (status, listed, changed);
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
